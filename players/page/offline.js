/* Keeps all files of this version, so that the page works without a network. */

const NAME = "celestia-$version";
const FILES = $files;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((it) => it !== NAME).map((it) => caches.delete(it))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
