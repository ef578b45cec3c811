import { createLink, type LinkComponent } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import { ButtonAnchor } from "../ui/button.tsx";
import { CrumbAnchor, TextAnchor } from "../ui/text-anchor.tsx";

function BareAnchor(props: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  return <a {...props} />;
}

const BareLink = createLink(BareAnchor);

/** Unstyled link to a route, for shells, menus and tables. A link to a parent of the open page is not marked as the current page. */
export const AppLink: LinkComponent<typeof BareAnchor> = (props) => <BareLink activeOptions={{ exact: true }} {...props} />;

/** Text link to a route. */
export const TextLink = createLink(TextAnchor);

/** Link to a route styled as a button. */
export const ButtonLink = createLink(ButtonAnchor);

const ParentLink = createLink(CrumbAnchor);

/** Link back to the parent page, which is not marked as the current page. */
export const CrumbLink: LinkComponent<typeof CrumbAnchor> = (props) => <ParentLink activeOptions={{ exact: true }} {...props} />;
