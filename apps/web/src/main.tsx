import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/opening.css";
import "./startup/load-react.ts";
import "./startup/load-router.ts";
import "./startup/load-routes.ts";
import { start } from "./start.tsx";

void start();
