import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/opening.css";
import "./turns/react.ts";
import "./turns/router.ts";
import "./turns/routes.ts";
import { start } from "./start.tsx";

start();
