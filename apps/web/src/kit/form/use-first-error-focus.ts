import { useEffect, useRef, useState } from "react";

/** After a submit was refused, puts the focus on the first control that is marked wrong: `ref` goes on the form. */
export function useFirstErrorFocus() {
  const ref = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  return { ref, onSubmitInvalid: () => setRefusals((count) => count + 1) };
}
