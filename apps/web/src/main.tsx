import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/opening.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { confirmSession } from "./features/auth/guards.ts";
import { keepOfflinePage } from "./lib/offline-page.ts";
import { queryClient } from "./lib/query-client.ts";
import { createAppRouter, followSession } from "./router.tsx";

const router = createAppRouter(queryClient);
followSession(router, queryClient);
void confirmSession();
keepOfflinePage();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root to draw on");

createRoot(root).render(
  <StrictMode>
    <App router={router} />
  </StrictMode>,
);
