import { createFileRoute } from "@tanstack/react-router";
import { ContactPage } from "../../areas/public/info/company-pages.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/contact")({ component: Contact });

function Contact() {
  useTitle("Contact");
  return <ContactPage />;
}
