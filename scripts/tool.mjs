import { fail, installAndRun } from "./bootstrap.mjs";
import { sentenceAbout, unmetNeeds } from "./needs.mjs";
import { tools } from "./tools.mjs";

// `node scripts/tool.mjs <tool> [arguments]`: checks what the tool needs from the system, installs the packages, then runs the tool.
const [name = "", ...args] = process.argv.slice(2);
const tool = tools[name];
if (tool === undefined) fail(`There is no tool "${name}". The tools are: ${Object.keys(tools).join(", ")}.`);
const sentence = sentenceAbout(name, await unmetNeeds(tool.needs?.(args) ?? {}));
if (sentence !== null) fail(sentence);
await installAndRun(tool.program, [...(tool.args ?? []), ...args], { isQuiet: true });
