import "./wallet.css";
import { walletCall, type WalletRefusal, type WalletRequest, type WalletResult } from "@hearth/domain/passkey-wallet/messages";
import { answerRequest, Refused } from "./answer-request.ts";
import { element, show } from "./page.ts";

/** The one origin that may ask. The server that serves this page writes it here. */
const appOrigin = document.querySelector<HTMLMetaElement>("meta[name=app-origin]")?.content ?? "";
/** The page that frames this one, or opened it as a window of its own. */
const peer: unknown = window.opener ?? (window.parent === window ? null : window.parent);
/** The methods that sign nothing, so a refusal says only that the page is closed. */
const signsNothing: ReadonlySet<WalletRequest["method"]> = new Set(["export", "signIn", "confirm"]);
let isBusy = false;

function isWindow(target: unknown): target is Window {
  return typeof target === "object" && target !== null && "postMessage" in target;
}

function answer(body: { id: string; result: WalletResult } | { id: string; refusal: WalletRefusal } | { isReady: true }): void {
  if (isWindow(peer)) peer.postMessage({ hearthWallet: 1, ...body }, appOrigin);
}

/** Answers one request at a time and refuses others meanwhile, of the page that holds this one, and only where that page is Hearth's. */
async function receive({ source, origin, data }: MessageEvent<unknown>): Promise<void> {
  if (source !== peer || origin !== appOrigin) return;
  const call = walletCall.safeParse(data);
  if (!call.success) return;
  const { id, request } = call.data;
  if (isBusy) return answer({ id, refusal: "busy" });
  isBusy = true;
  try {
    answer({ id, result: await answerRequest(request) });
    show("Done", element("p", "", "You can go back to Hearth."));
  } catch (error) {
    answer({ id, refusal: error instanceof Refused ? error.reason : "invalid" });
    show(signsNothing.has(request.method) ? "Closed" : "Nothing was signed", element("p", "", "You can go back to Hearth."));
  } finally {
    isBusy = false;
  }
}

if (isWindow(peer) && appOrigin !== "") {
  window.addEventListener("message", (event) => void receive(event));
  answer({ isReady: true });
} else {
  show(
    "Your wallet opens from Hearth",
    element("p", "", "Sign in to Hearth and pay, or open your wallets there. This page then asks for your passkey."),
  );
}
