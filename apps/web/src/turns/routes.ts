import "../routeTree.gen.ts";
import { nextTask } from "./next-task.ts";

await nextTask();
