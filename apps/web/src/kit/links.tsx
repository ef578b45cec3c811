import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import { ButtonAnchor } from "../ui/button.tsx";
import { CrumbAnchor, TextAnchor } from "../ui/text-anchor.tsx";

function BareAnchor(props: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  return <a {...props} />;
}

/** Unstyled link to a route, for shells, menus and tables. */
export const AppLink = createLink(BareAnchor);

/** Text link to a route. */
export const TextLink = createLink(TextAnchor);

/** Link to a route styled as a button. */
export const ButtonLink = createLink(ButtonAnchor);

/** Link back to the parent page. */
export const CrumbLink = createLink(CrumbAnchor);
