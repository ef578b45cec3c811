import "@tanstack/react-router";
import { nextTask } from "./next-task.ts";

await nextTask();
