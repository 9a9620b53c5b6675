/* Runs the engine and the computers, as they are, in Pyodide. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

let desk = null;

async function begin() {
  const [python, code] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href }),
    fetch(new URL("game.zip", import.meta.url)).then((found) => {
      if (!found.ok) throw new Error(`game.zip: ${found.status}`);
      return found.arrayBuffer();
    }),
  ]);
  python.unpackArchive(code, "zip", { extractDir: "/game" });
  desk = python.runPython(`
import sys
sys.path.insert(0, "/game")
from players.page.session import Desk
Desk()
`);
}

const ready = begin().then(
  () => postMessage({ id: 0 }),
  (fault) => postMessage({ id: 0, failed: `${fault}` }),
);

onmessage = async ({ data: { id, name, given } }) => {
  await ready;
  try {
    postMessage({ id, found: desk.call(name, given) });
  } catch (fault) {
    postMessage({ id, failed: `${fault}` });
  }
};
