/** A payment with everything that its answers show, loaded by one statement or by associations. */
export interface PaymentFacts {
  id: string;
  merchant_id: string;
  merchant_name: string;
  business_type: string;
  time_zone: string;
  is_closed: boolean;
  payer: { id: string; email: string; firstName: string; lastName: string; phoneNumber: string | null };
  payee_address: `0x${string}`;
  payee_proven: boolean;
  amount_cents: number;
  payment_type: string;
  description: string;
  apt_number: string | null;
  notes: string | null;
  status: "pending" | "completed" | "failed" | "cancelled";
  oddity: string;
  code: string;
  reference: string;
  binding: string;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
  expires_at: Date;
  tx_hash: string | null;
  session_id: string | null;
  has_arrived: boolean;
  /** USDC base units as decimal strings. */
  gross_units: string;
  refunded_units: string;
  too_little_units: string;
  dispute: { id: string; status: string; result: string | null; resultReason: string | null } | null;
  is_refund_owed: boolean;
}

/** Additional facts for a payment's details and checkout. */
export interface ProgressFacts {
  /** The property and unit of the payment's lease. */
  place: string | null;
  /** The lease's id, for the payment's details. */
  lease_id?: string | null;
  transfers: { tx_hash: string; verdict: string; usdc_units: string; from_address: string; block_number: string; seen_at: Date }[];
  events: { type: string; at: Date; note: string | null }[];
  refunds: { id: string; status: string; usdc_units: string; created_at: Date; completed_at: Date | null; tx_hash: string | null }[];
  head: string | null;
  relay: { status: string; failure: string | null; txHash: string | null; place: null } | null;
  unrecognised: number;
  is_relayer_dry: boolean;
}

/** A merchant as its account's answer shows it. */
export interface MerchantFacts {
  id: string;
  name: string;
  business_type: string;
  status: string;
  time_zone: string;
}

/** An account with the merchant it pays, the merchant it owns and its wallet. */
export interface AccountFacts {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
  status: string;
  address: string | null;
  phone_number: string | null;
  apt_number: string | null;
  created_at: Date;
  enrolled: MerchantFacts | null;
  owned: MerchantFacts | null;
  wallet_address: string | null;
  staff_role: string | null;
  is_read_only: boolean;
}

/** A dispute with its payment. */
export interface DisputeFacts {
  id: string;
  code: string;
  reason: string;
  description: string | null;
  notes: string | null;
  amount_cents: number;
  status: string;
  created_at: Date;
  updated_at: Date;
  result: string | null;
  result_reason: string | null;
  chargeback_cents: number | null;
  resolved_at: Date | null;
  payment: { id: string; amountCents: number; createdAt: string | Date; description: string; status: string; txHash: string | null };
  /** Units of the disputed payment that refunds have not returned, as a decimal string. */
  left_units: string;
  payer: PaymentFacts["payer"];
  merchant: { id: string; name: string; businessType: string; timeZone: string; isClosed: boolean };
  /** Refunds for it, in the order they were sent. */
  refunds: { units: string; at: string | Date; txHash: string }[];
}
