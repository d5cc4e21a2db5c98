/** A device as the API writes it in lists, in states and in the history. */
type Labelled =
  | { name: string | null; topic: string }
  | { device_name: string | null; topic: string }
  | { device_name: string | null; device_topic: string };

/** What a device is called: its name, or its topic when it has none. */
export function labelOf(device: Labelled): string {
  const name = 'name' in device ? device.name : device.device_name;
  return name ?? ('topic' in device ? device.topic : device.device_topic);
}
