import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { type RequestOf, type ResultOf, WalletGaveNothing, type WalletMethod } from "../../lib/wallet-page.ts";
import { WalletPageDialog } from "./wallet-page-dialog.tsx";

/** The methods that make a passkey. Where one of their pages is closed, more may be on the device than before. */
const makingMethods: ReadonlySet<WalletMethod> = new Set(["create", "recover", "addPasskey"]);

let isOpen = false;

/**
 * Opens the wallet's page over this one, puts one request to it, and closes it with the answer. It has a React root of its own, so any
 * part of the app can ask, also above an open dialog. @throws WalletGaveNothing, `busy` while another request is open in this page.
 */
export async function askWallet<M extends WalletMethod>(origin: string, request: RequestOf<M>): Promise<ResultOf<M>> {
  if (isOpen) throw new WalletGaveNothing("busy");
  isOpen = true;
  const holder = document.createElement("div");
  document.body.append(holder);
  const root = createRoot(holder);
  try {
    return await new Promise<ResultOf<M>>((resolve, reject) => {
      const onFailure = (failure: WalletGaveNothing["failure"]) =>
        reject(new WalletGaveNothing(failure === "cancelled" && makingMethods.has(request.method) ? "unmade" : failure));
      root.render(createElement(WalletPageDialog<M>, { origin, request, onResult: resolve, onFailure }));
    });
  } finally {
    isOpen = false;
    root.unmount();
    holder.remove();
  }
}
