// Writes ../static: the bundle of the page, the page that tries addresses, and the licences of all.

import { build } from "esbuild";
import { copyFile, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const STATIC = new URL("../static/", import.meta.url).pathname;
const HERE = new URL("./", import.meta.url).pathname;

for (const name of await readdir(STATIC)) await rm(join(STATIC, name));

const { metafile } = await build({
  absWorkingDir: HERE,
  entryPoints: { app: "src/main.ts", docs: "src/docs.ts" },
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome111", "firefox115", "safari16.4"],
  outdir: STATIC,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

const SWAGGER = "node_modules/swagger-ui-dist";
await copyFile(join(HERE, SWAGGER, "swagger-ui-bundle.js"), join(STATIC, "swagger-ui.js"));
await copyFile(join(HERE, SWAGGER, "swagger-ui.css"), join(STATIC, "swagger-ui.css"));
for (const name of ["index.html", "docs.html", "icon.svg"]) {
  await copyFile(join(HERE, "src", name), join(STATIC, name));
}
await writeFile(join(STATIC, "licences.txt"), await licences());

/** Returns the licence of every package that is in the bundles. */
async function licences() {
  const folders = new Set([SWAGGER]);
  for (const input of Object.keys(metafile.inputs)) {
    const found = /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
    if (found) folders.add(found[0]);
  }
  const parts = [];
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(await readFile(join(HERE, folder, "package.json"), "utf8"));
    const files = (await readdir(join(HERE, folder))).filter((file) => /^(licen[cs]e|notice)|LICENSE\.txt$/i.test(file));
    const wanted = files.filter((file) => !file.includes("es-bundle") && !file.includes("standalone"));
    const texts = await Promise.all(wanted.sort().map((file) => readFile(join(HERE, folder, file), "utf8")));
    parts.push(`${name} ${version} (${license})\n\n${texts.map((text) => text.trim()).join("\n\n")}\n`);
  }
  return `What the page of animspec serve is built of, besides its own source (MIT).\n\n${parts.join(`\n${"-".repeat(72)}\n\n`)}`;
}
