/** What somebody might type into each challenge's form. */
export const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "2tc": { tower1: "Quincy", tower2: "absolute_zero", map: "quad", person: "Ada" },
  "2mp": { entity: "Glaive Lord", map: "Logs", person: "Ada" },
  "2tcc": { tower1: "Quincy", tower2: "Absolute Zero", map: "#ouch", person1: "Ada", person2: "Bob" },
  fttc: { map: "Quad", towerset: '["Ice Monkey","Dart Monkey"]', person: "Ada" },
  ltc: {
    ...{ map: "Quad", towerset: '["Quincy","Dart Monkey"]', upgradeset: '["","0-2-5"]' },
    ...{ completiontype: "cheapest", person: "Ada" },
  },
  lcc: { map: "Quad", money: "12000", person: "Ada", version: "44.1", date: "2025-01-02" },
  lcd: { map: "Quad", money: "9000", person: "Ada", version: "44.1", date: "2025-01-02" },
};
