import type { WalletRefusal } from "@hearth/domain/passkey-wallet/messages";
import { X } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { popupFeatures } from "../../lib/popup-window.ts";
import type { RequestOf, ResultOf, WalletFailure, WalletMethod } from "../../lib/wallet-page.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Listening } from "../../ui/listening.tsx";
import { Stack } from "../../ui/stack.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";
import styles from "./wallet-page-dialog.module.css";
import { talkToWallet } from "./wallet-talk.ts";

/** Time in which the wallet's page must be ready. */
const patienceMs = 15_000;
const closedCheckMs = 500;
const popupSize = { width: 460, height: 720 };

interface WalletPageDialogProps<M extends WalletMethod> {
  /** Origin of the wallet's page. */
  origin: string;
  request: RequestOf<M>;
  onResult: (result: ResultOf<M>) => void;
  onFailure: (failure: WalletFailure) => void;
}

/** `frame`: in this dialog; `window`: in a popup; `missing`: it did not come; `windowNeeded`: this browser refuses passkeys in a frame. */
type Place = "frame" | "window" | "missing" | "windowNeeded" | "blocked";

/** Shows the wallet's page in a modal dialog, or in a popup where the browser allows passkeys only there, until it has answered. */
export function WalletPageDialog<M extends WalletMethod>({ origin, request, onResult, onFailure }: WalletPageDialogProps<M>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [place, setPlace] = useState<Place>("frame");
  const [popup, setPopup] = useState<Window | null>(null);
  const cancel = () => {
    popup?.close();
    onFailure("cancelled");
  };
  useModal(dialog);

  const openWindow = () => {
    const opened = window.open(`${origin}/`, `hearth-wallet-${Date.now()}`, popupFeatures(popupSize));
    setPopup(opened);
    setPlace(opened === null ? "blocked" : "window");
  };
  const onRefusal = (refusal: WalletRefusal) => {
    if (refusal === "unsupported" && place === "frame") return setPlace("windowNeeded");
    popup?.close();
    onFailure(refusal);
  };
  const answers = { origin, request, onRefusal, onMissing: () => setPlace("missing") };
  const finish = (result: ResultOf<M>) => {
    popup?.close();
    onResult(result);
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Your wallet"
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
    >
      <div className={styles.head}>
        <p className={styles.title}>
          Your wallet <span className={styles.host}>{new URL(origin).hostname}</span>
        </p>
        <IconButton icon={X} label="Close" size="large" onClick={cancel} />
      </div>
      {place === "frame" && <Frame {...answers} onResult={finish} />}
      {place === "window" && popup !== null && (
        <div className={styles.words}>
          <Popup {...answers} popup={popup} onResult={finish} onClosed={() => onFailure("cancelled")} />
        </div>
      )}
      {(place === "missing" || place === "windowNeeded" || place === "blocked") && (
        <div className={styles.words}>
          <Obstacle place={place} onTryAgain={() => setPlace("frame")} onWindow={openWindow} />
        </div>
      )}
      {place === "frame" && (
        <p className={styles.foot}>
          Nothing happens? <TextButton onClick={openWindow}>Open in a window</TextButton>
        </p>
      )}
    </dialog>
  );
}

/** Shows a dialog above everything else. Keeps its Escape from the dialog below, and returns the focus when it is gone. */
function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // Closes before the element is removed: only then the browser returns the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown === null) return;
    const stop = (event: KeyboardEvent) => event.stopPropagation();
    shown.addEventListener("keydown", stop);
    shown.showModal();
    return () => {
      shown.removeEventListener("keydown", stop);
      shown.close();
    };
  }, [dialog]);
}

interface PageProps<M extends WalletMethod> {
  origin: string;
  request: RequestOf<M>;
  onResult: (result: ResultOf<M>) => void;
  onRefusal: (refusal: WalletRefusal) => void;
  onMissing: () => void;
}

function Frame<M extends WalletMethod>(props: PageProps<M>) {
  const { origin } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const isReady = useTalk(props, () => frame.current?.contentWindow ?? null);
  useEffect(() => {
    if (isReady) frame.current?.focus();
  }, [isReady]);
  return (
    <div className={styles.place}>
      {!isReady && (
        <div className={styles.words}>
          <Listening>Opening your wallet</Listening>
        </div>
      )}
      <iframe
        ref={frame}
        title="Your wallet"
        className={styles.frame}
        hidden={!isReady}
        src={`${origin}/`}
        allow={`publickey-credentials-get ${origin}; publickey-credentials-create ${origin}`}
      />
    </div>
  );
}

function Popup<M extends WalletMethod>({ popup, onClosed, ...page }: PageProps<M> & { popup: Window; onClosed: () => void }) {
  useTalk(page, () => popup);
  const notify = useEffectEvent(onClosed);
  useEffect(() => {
    const look = setInterval(() => popup.closed && notify(), closedCheckMs);
    return () => clearInterval(look);
  }, [popup]);
  return (
    <Stack>
      <Listening>Waiting for you in your wallet's window</Listening>
      <div>
        <Button onClick={() => popup.focus()}>Show the window</Button>
      </div>
    </Stack>
  );
}

/** Puts the request to the wallet's page. Returns true once the page is ready. Calls `onMissing` for a page that does not come. */
function useTalk<M extends WalletMethod>({ origin, request, ...on }: PageProps<M>, peer: () => Window | null): boolean {
  const [isReady, setReady] = useState(false);
  const onResult = useEffectEvent(on.onResult);
  const onRefusal = useEffectEvent(on.onRefusal);
  const onMissing = useEffectEvent(on.onMissing);
  const peerNow = useEffectEvent(peer);
  // Listens before the frame can load.
  useLayoutEffect(() => {
    const patience = setTimeout(() => onMissing(), patienceMs);
    const onReady = () => {
      clearTimeout(patience);
      setReady(true);
    };
    const end = talkToWallet<M>({
      origin,
      request,
      peer: () => peerNow(),
      onReady,
      onResult: (result) => onResult(result),
      onRefusal: (refusal) => onRefusal(refusal),
    });
    return () => {
      clearTimeout(patience);
      end();
    };
  }, [origin, request]);
  return isReady;
}

interface ObstacleProps {
  place: "missing" | "windowNeeded" | "blocked";
  onTryAgain: () => void;
  onWindow: () => void;
}

/** Says why the wallet's page cannot be used here, and what to do. Nothing was signed. */
function Obstacle({ place, onTryAgain, onWindow }: ObstacleProps) {
  const isMissing = place === "missing";
  return (
    <Stack>
      <Alert tone="waiting" title={obstacleTitles[place]} announce>
        {obstacleWords[place]}
      </Alert>
      <div>
        <Button variant="primary" wide onClick={isMissing ? onTryAgain : onWindow}>
          {isMissing ? "Try again" : "Open in a window"}
        </Button>
      </div>
    </Stack>
  );
}

const obstacleTitles = {
  missing: "Your wallet's page did not open",
  windowNeeded: "This browser opens your wallet only in a window",
  blocked: "Your browser blocked the window",
};

const obstacleWords = {
  missing: "Check your connection. Nothing was signed.",
  windowNeeded: "Nothing was signed yet. Use your passkey in the window. It closes when you are done.",
  blocked: "Allow windows from Hearth in your browser, then open it again. Nothing was signed yet.",
};
