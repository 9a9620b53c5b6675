/* node compile.mjs FOLDER ARCHIVE LEVEL ...: compiles the archives of a site by its own Pyodide. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

async function compileAll(folder, archives) {
  const home = join(folder, "pyodide");
  const { loadPyodide } = await import(pathToFileURL(join(home, "pyodide.mjs")));
  const python = await loadPyodide({ indexURL: home });
  python.FS.writeFile("/game.zip", readFileSync(join(folder, "game.zip")));
  const compiled = python.runPython(`
import sys
sys.path.insert(0, "/game.zip")
from players.page.compiled import compiled
lambda archive, level: compiled(archive.to_bytes(), level)
`);
  for (let at = 0; at < archives.length; at += 2) {
    const path = join(folder, archives[at]);
    writeFileSync(path, compiled(new Uint8Array(readFileSync(path)), Number(archives[at + 1])).toJs());
  }
}

const [folder, ...archives] = process.argv.slice(2);
// the message alone: without this, node prints the whole script that threw, too
compileAll(folder, archives).catch((fault) => {
  console.error(fault.message);
  process.exitCode = 1;
});
