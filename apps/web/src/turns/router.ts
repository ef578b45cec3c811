import "../kit/shell/message-screen.tsx";
import "../routes/__root.tsx";
import { nextTask } from "./next-task.ts";

await nextTask();
