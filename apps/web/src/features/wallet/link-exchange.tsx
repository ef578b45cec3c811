import { Landmark, UserPlus } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Listening } from "../../ui/listening.tsx";
import { Note } from "../../ui/note.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Way, Ways } from "../../ui/ways.tsx";
import { Heading } from "../../ui/words.tsx";
import { useLinkExchange } from "./use-link-exchange.ts";

interface LinkExchangeProps {
  /** Where to go on. */
  from: string;
  /** What went wrong on the way that led through this window. */
  problem: string | undefined;
  onLinked: () => void;
}

/** Connecting an account at the exchange in place of a wallet of one's own. */
export function LinkExchange({ from, problem: broughtBack, onLinked }: LinkExchangeProps) {
  const { start, stop, isStarting, isWaiting, problem } = useLinkExchange(from, onLinked);
  const wrong = problem ?? broughtBack;
  return (
    <Stack>
      <Heading size="subheading">Or connect a Coinbase account</Heading>
      {wrong && !isWaiting && <Note tone="bad" title={`Authorization failed: ${wrong}`} announce />}
      {isWaiting ? (
        <>
          <Listening>Waiting for you in the other window</Listening>
          <Button look="quiet" onClick={stop}>
            Choose again
          </Button>
        </>
      ) : (
        <Ways label="Coinbase account">
          <Way
            icon={Landmark}
            busy={isStarting}
            onClick={() => start("existing")}
            detail="Sign in there and allow Hearth to see your address"
          >
            I have a Coinbase account
          </Way>
          <Way icon={UserPlus} busy={isStarting} onClick={() => start("new")} detail="Make an account there first">
            Create a Coinbase account
          </Way>
        </Ways>
      )}
    </Stack>
  );
}
