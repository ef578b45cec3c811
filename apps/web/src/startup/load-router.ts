import "@tanstack/react-router";
import { yieldToMain } from "../lib/loading/yield-to-main.ts";

await yieldToMain();
