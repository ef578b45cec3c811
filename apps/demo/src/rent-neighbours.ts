/** A tenant of the landlord who is not on Hearth. The newest `missed` months are unpaid. */
interface Neighbour {
  name: string;
  unit: string;
  rentCents: number;
  /** 0 has paid this month, 1 has not, 2 has not paid two months. */
  missed: 0 | 1 | 2;
}

const neighbour = (name: string, unit: string, rentCents: number, missed: Neighbour["missed"] = 0): Neighbour => ({
  name,
  unit,
  rentCents,
  missed,
});

/** The landlord's other two properties. */
export const neighbours: { property: string; address: string; tenants: Neighbour[] }[] = [
  {
    property: "Juniper Terrace",
    address: "31 Orchard Terrace, Providence, RI 02906",
    tenants: [
      neighbour("Alma Fisher", "1A", 118_000),
      neighbour("Bruno Castell", "1B", 122_500),
      neighbour("Cora Winslow", "1C", 127_000),
      neighbour("Dmitri Pavlov", "1D", 131_500, 1),
      neighbour("Esther Boateng", "2A", 136_000),
      neighbour("Felix Marlowe", "2B", 140_500),
      neighbour("Greta Lang", "2C", 145_000),
      neighbour("Hugo Ferrand", "2D", 149_500),
      neighbour("Iris Caldwell", "3A", 154_000),
      neighbour("Jonah Pike", "3B", 118_000, 2),
      neighbour("Keiko Mori", "3C", 122_500),
      neighbour("Lucian Voss", "3D", 127_000),
      neighbour("Mabel Hart", "4A", 131_500),
      neighbour("Nikos Galanis", "4B", 136_000),
    ],
  },
  {
    property: "Mill Row",
    address: "7 Mill Row, Pawtucket, RI 02860",
    tenants: [
      neighbour("Olive Stanton", "1", 118_000),
      neighbour("Pavel Horak", "2", 122_500),
      neighbour("Quinn Avery", "3", 127_000),
      neighbour("Rosa Delgado", "4", 131_500, 1),
      neighbour("Silas Grant", "5", 136_000),
      neighbour("Thea Lind", "6", 140_500),
      neighbour("Umar Siddiq", "7", 145_000),
      neighbour("Vera Kovac", "8", 149_500),
      neighbour("Wendell Ames", "9", 154_000, 1),
      neighbour("Ximena Rios", "10", 118_000),
      neighbour("Yusuf Demir", "11", 122_500),
      neighbour("Zelda Moss", "12", 127_000),
      neighbour("Anton Reuter", "13", 131_500),
      neighbour("Bianca Rossi", "14", 136_000),
      neighbour("Caleb Stone", "15", 140_500),
    ],
  },
];
