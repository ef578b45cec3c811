import { createFileRoute } from "@tanstack/react-router";
import { OnrampReturnPage } from "../features/payments/funding/onramp-return-page.tsx";

export const Route = createFileRoute("/onramp-return")({ component: OnrampReturnPage });
