import { Outlet } from "react-router";
import { Widgets } from "../components/Widgets.tsx";

/** Around the pages whose forms are made of Mantine's widgets (ui/routes.ts). */
export default function WithWidgets() {
  return (
    <Widgets>
      <Outlet />
    </Widgets>
  );
}
