import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { drafts, ownerAt } from "../../lib/drafts.ts";
import { Alert } from "../../ui/alert.tsx";
import { Actions, Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Text } from "../../ui/typography.tsx";
import { addressOf } from "./drafts.ts";

/**
 * Shows the text that the user typed on this page and did not save, for a page whose forms are gone because its object is. The text can be copied or
 * discarded.
 */
export function LeftDrafts() {
  const { pathname, searchStr } = useRouter().latestLocation;
  const who = ownerAt(pathname);
  const isHere = ({ form }: { form: string }) => addressOf(form) === pathname + searchStr;
  const [isDiscarded, setDiscarded] = useState(false);
  // Read on each rendering: a form that is still being saved drops its draft afterwards.
  const left = drafts.listOf(who).filter(isHere);
  const typed = left.flatMap(({ values }) => Object.values(values)).filter((value) => typeof value === "string");
  const lines = [...new Set(typed.filter((text) => text.trim() !== ""))];
  if (isDiscarded || lines.length === 0) return null;

  function discard() {
    for (const { form } of left) drafts.drop({ who, form });
    setDiscarded(true);
  }

  const text = lines.join("\n");
  return (
    <Alert title="You typed this here and did not save it">
      {lines.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      <Actions>
        <CopyButton text={text} what="what you typed" />
        <Button variant="quiet" onClick={discard}>
          Discard
        </Button>
      </Actions>
    </Alert>
  );
}
