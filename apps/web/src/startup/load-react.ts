import "./paint-first.ts";
import "react";
import "react-dom/client";
import { yieldToMain } from "../lib/loading/yield-to-main.ts";

await yieldToMain();
