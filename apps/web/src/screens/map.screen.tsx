/** The devices on the map. */
export function MapScreen() {
  return <h1>Mappa</h1>;
}
