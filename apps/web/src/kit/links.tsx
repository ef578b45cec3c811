import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import { ButtonAnchor } from "../ui/button.tsx";
import { CrumbAnchor, TextAnchor } from "../ui/text-anchor.tsx";

function BareAnchor(props: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  return <a {...props} />;
}

/** A place inside the product without any style of its own, for shells, menus and ledgers. */
export const AppLink = createLink(BareAnchor);

/** A place inside the product, linked within text. */
export const TextLink = createLink(TextAnchor);

/** A place inside the product, behind what looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);

/** The way back to the page above. */
export const CrumbLink = createLink(CrumbAnchor);
