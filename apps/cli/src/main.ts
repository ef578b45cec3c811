#!/usr/bin/env node
import { runLine } from "./run-line.ts";

process.exit(await runLine(process.argv.slice(2), process));
