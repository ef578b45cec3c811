export const footerColumns: readonly { title: string; links: readonly { label: string; to: string }[] }[] = [
  {
    title: "Product",
    links: [
      { label: "Merchants", to: "/merchants" },
      { label: "Rent", to: "/rent" },
      { label: "Business", to: "/business" },
    ],
  },
  {
    title: "Safety",
    links: [
      { label: "Fraud protection", to: "/fraud-protection" },
      { label: "Resolutions", to: "/resolutions" },
    ],
  },
  {
    title: "Company",
    links: [
      { label: "About", to: "/about" },
      { label: "Careers", to: "/careers" },
      { label: "Contact", to: "/contact" },
    ],
  },
  {
    title: "Legal",
    links: [
      { label: "Privacy", to: "/privacy" },
      { label: "Terms", to: "/terms" },
    ],
  },
];
