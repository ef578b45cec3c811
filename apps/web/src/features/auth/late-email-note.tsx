import { lazy, Suspense } from "react";

const EmailNote = lazy(() => import("./email-note.tsx").then(({ EmailNote: component }) => ({ default: component })));

/** The note on an email that is not confirmed, on pages that people open first: it comes after them. */
export function LateEmailNote() {
  return (
    <Suspense fallback={null}>
      <EmailNote />
    </Suspense>
  );
}
