import "../routeTree.gen.ts";
import { yieldToMain } from "../lib/loading/yield-to-main.ts";

await yieldToMain();
