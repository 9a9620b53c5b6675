// What the page of the local table does beyond simcord's own script, to which this is appended.
{
  const LOOK = 500; // milliseconds between two looks
  const PATIENCE = 20; // so many looks at one action that does not end; a click takes eight at most
  const timeline = document.getElementById("channel-timeline");

  // An answer that gets lost on the way leaves the page waiting for it, with every button disabled.
  // The game has gone on meanwhile, and a fresh page shows it; if it is there no more, this one stays.
  let waitedFor = null;
  let looks = 0;
  setInterval(() => {
    const { pendingAction, transport } = window.simcordPreview;
    const waits = pendingAction?.requestId ?? transport.uncertainRequestId;
    looks = waits && waits === waitedFor ? looks + 1 : 0;
    waitedFor = waits;
    if (looks >= PATIENCE) {
      looks = 0;
      fetch(location.pathname).then((page) => page.ok && location.reload(), () => {});
    }
  }, LOOK);

  // A lobby is higher than some screens, and the game begins below it.
  let follows = false;
  timeline.addEventListener("click", () => { follows = true; });
  for (const moved of ["wheel", "touchmove", "keydown"]) {
    timeline.addEventListener(moved, () => { follows = false; }, { passive: true });
  }
  new ResizeObserver(() => {
    if (follows) timeline.scrollTop = timeline.scrollHeight;
  }).observe(document.getElementById("channel-message-list"));
}
