import { Outlet } from "react-router";
import { Widgets } from "../components/Widgets.tsx";

/** Wraps the pages whose forms are built from Mantine's widgets (ui/routes.ts) in their provider. */
export default function WithWidgets() {
  return (
    <Widgets>
      <Outlet />
    </Widgets>
  );
}
