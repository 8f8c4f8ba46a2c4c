import { expect, test } from "vitest";
import { UploadPlace, UploadPlaces } from "./receive.ts";

const placeOf = (id: number, network?: string, isHelper = false): UploadPlace =>
  new UploadPlace({ id: `account ${id}`, isHelper, ...(network !== undefined && { network }) });

test("the members of one network take six places, and leave the others to everybody else", () => {
  const places = new UploadPlaces();
  for (let id = 0; id < 6; id++) places.take(placeOf(id, "203.0.113.1"));
  expect(() => places.take(placeOf(6, "203.0.113.1"))).toThrow("too-many-uploads");
  places.take(placeOf(7, "203.0.113.1", true));
  for (let id = 8; id < 12; id++) places.take(placeOf(id, "203.0.113.2"));
});

test("senders whose network is not known are not taken for one", () => {
  const places = new UploadPlaces();
  for (let id = 0; id < 10; id++) places.take(placeOf(id));
});
