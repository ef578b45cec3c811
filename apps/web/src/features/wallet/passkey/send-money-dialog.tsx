import { centsToDecimal, usdcUnitsToWholeCents } from "@hearth/domain/money";
import { limits } from "@hearth/domain/limits";
import { sendAmount, sendFailureWords } from "@hearth/domain/passkey-wallet/sends";
import { useRef, useState } from "react";
import type { Address } from "viem";
import { MoneyField } from "../../../kit/form/amount-field.tsx";
import { FormDialog } from "../../../kit/form/form-dialog.tsx";
import { useAppForm } from "../../../kit/form/form.tsx";
import { errorCode, fieldErrors } from "../../../lib/api-error.ts";
import { type Inputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Listening } from "../../../ui/listening.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { Text } from "../../../ui/typography.tsx";
import { walletProblem } from "../wallet-problem.ts";
import { askWallet } from "../../wallet-page/ask-wallet.ts";
import type { OpenedWallet } from "./opened-wallet.ts";
import { sendForm } from "./send-form.ts";
import { useChainFacts } from "./use-chain-facts.ts";

type Signed = Inputs["passkeyWallet"]["send"];

interface SendMoneyDialogProps extends OpenedWallet {
  /** Balance in USDC base units. */
  units: bigint;
  chainId: number;
  onClose: () => void;
}

/** Sends money out of the passkey wallet: to any address, by one touch in the wallet's page. Then shows what becomes of it. */
export function SendMoneyDialog(props: SendMoneyDialogProps) {
  const [sentId, setSentId] = useState<string | null>(null);
  return sentId === null ? (
    <SendMoney {...props} onSent={setSentId} />
  ) : (
    <Dialog small open onClose={props.onClose} title="Send money" foot={<Button onClick={props.onClose}>Close</Button>}>
      <Sent id={sentId} />
    </Dialog>
  );
}

function SendMoney({ wallet, walletOrigin, units, chainId, onClose, onSent }: SendMoneyDialogProps & { onSent: (id: string) => void }) {
  const own: Address = `0x${wallet.address.slice(2)}`;
  const send = trpc.passkeyWallet.send.useMutation();
  const [allText, setAllText] = useState<string | null>(null);
  /** A signature that the server has not answered yet. The next press sends it again, so that nothing is sent twice. */
  const unanswered = useRef<Signed | null>(null);

  async function sign(to: Address, amount: bigint): Promise<Signed> {
    const validBefore = Math.floor(Date.now() / 1_000) + limits.walletSendSeconds;
    const nonce = randomNonce();
    const input = { to, usdcUnits: String(amount), validAfter: 0, validBefore, nonce };
    const times = { validAfter: "0", validBefore: String(validBefore) };
    const item = { kind: "send", to, usdcUnits: input.usdcUnits, ...times, nonce } as const;
    const openings = wallet.openings.map(({ credentialId, wrap }) => ({ credentialId, wrap }));
    const { address } = wallet;
    const { signatures, credentialId } = await askWallet<"sign">(walletOrigin, {
      method: "sign",
      address,
      chainId,
      openings,
      items: [item],
    });
    void trpcClient.passkeyWallet.recordUse.mutate({ credentialId }).catch(() => undefined);
    return { ...input, signature: signatures[0] ?? "" };
  }

  const form = useAppForm({
    about: wallet.address,
    defaultValues: { to: "", amount: "" },
    schema: sendForm({ own, units, allText }),
    onSubmit: async ({ to, amount }) => {
      try {
        const before = unanswered.current;
        const isSame = before !== null && before.to === to && before.usdcUnits === String(amount);
        const signed = isSame ? before : await sign(to, amount);
        unanswered.current = signed;
        const { _id } = await send.mutateAsync(signed);
        onSent(_id);
      } catch (error) {
        const code = errorCode(error);
        if (code !== null && code !== "STEP_UP_REQUIRED" && code !== "INTERNAL") unanswered.current = null;
        const fields = fieldErrors(error);
        return fields["to"] === undefined ? walletProblem(error).message : { fields: { to: fields["to"] } };
      }
    },
  });
  const cancel = () => {
    form.discard();
    onClose();
  };
  return (
    <FormDialog form={form} title="Send money" action="Continue in your wallet" onLeave={cancel} onClose={onClose}>
      <Text>
        USDC leaves your wallet for another address. It pays no rent and no bill, and no one can reverse it. Hearth pays the network fee.
      </Text>
      <form.AppField name="to">
        {(field) => (
          <field.TextField
            label="To"
            hint="An address that takes USDC on Base. On another network the money is lost."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </form.AppField>
      <form.AppField name="amount">
        {({ change }) => (
          <Stack>
            <MoneyField label="Amount" />
            <div>
              <TextButton
                onClick={() => {
                  const text = centsToDecimal(usdcUnitsToWholeCents(units));
                  setAllText(text);
                  change(text);
                }}
              >
                All {sendAmount(units)}
              </TextButton>
            </div>
          </Stack>
        )}
      </form.AppField>
    </FormDialog>
  );
}

const pollMs = 2_000;

/** Follows a send until it has arrived or failed. */
function Sent({ id }: { id: string }) {
  const sends = trpc.passkeyWallet.sends.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (find(state.data?.sends, id)?.status === "sending" ? pollMs : false),
  });
  const explorer = useChainFacts();
  const send = find(sends.data?.sends, id);
  if (send === undefined) return <Listening>Sending</Listening>;
  const amount = sendAmount(BigInt(send.usdcUnits));
  return (
    <Stack>
      {send.status === "sending" && <Listening>Sending {amount}. You can close this: it goes on.</Listening>}
      {send.status === "arrived" && <Alert tone="good" title={`${amount} has arrived`} announce />}
      {send.status === "failed" && (
        <Alert tone="bad" title={`${amount} was not sent`} announce>
          {sendFailureWords(send.failure ?? "")}
        </Alert>
      )}
      <DescriptionList>
        <Description label="To">
          <Hash value={send.to} shape="detail" what="wallet address" explorerUrl={explorer.addressUrl(send.to)} />
        </Description>
        {send.txHash !== null && (
          <Description label="Transaction">
            <Hash value={send.txHash} shape="detail" explorerUrl={explorer.transactionUrl(send.txHash)} />
          </Description>
        )}
      </DescriptionList>
    </Stack>
  );
}

function find<Send extends { _id: string }>(sends: readonly Send[] | undefined, id: string): Send | undefined {
  return sends?.find(({ _id }) => _id === id);
}

/** Makes the number that lets the token take a signature once: 32 random bytes. */
function randomNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
