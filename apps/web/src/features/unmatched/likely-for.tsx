import { Text } from "../../ui/words.tsx";
import type { OddTransfer } from "./area.ts";

/** The payment that a transfer is most likely for. */
export function LikelyFor({ suggestion }: Pick<OddTransfer, "suggestion">) {
  if (suggestion) return `${suggestion.payer}, ${suggestion.description}`;
  return (
    <Text as="span" muted>
      None fits
    </Text>
  );
}
