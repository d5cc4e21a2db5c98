// The core of a signal on an ESP32: pins, Wi-Fi, MQTT and flash; what it does with them is in signal.c.
// Never tried on a real board. Copy signal.c and signal.h beside this file; libraries: "MQTT" by Joel Gaehwiler (2.5).
#include <MQTT.h>
#include <Preferences.h>
#include <WiFi.h>
extern "C" {
#include "signal.h"
}

// What the console shows when it makes the credentials of the device:
const char BROKER[] = "192.0.2.10";
const int PORT = 1883;
const char KEY[] = "/3/comune/s1";
const char USERNAME[] = "dispositivo-12-k7m2qx";
const char PASSWORD[] = "...";

const int PINS[SIGNAL_LAMPS] = {25, 26, 27, 14};  // verde, giallo, arancio, rosso
const int UNLINKED_PIN = -1;                      // a fifth lamp, 'non collegato'; -1: none
const int FLOAT_PIN = -1;                         // a float to ground; -1: none
const signal_config CONFIG = {1, SIGNAL_KEEP, 0, 60000, SIGNAL_ROSSO, 2000};
const unsigned long RETRY_MS = 2000;

WiFiClient net;
MQTTClient mqtt(256);
Preferences memory;
signal_core core;
struct Command {
  char channel[8];
  char payload[4];
} waiting[16];
int first = 0, count = 0;

String topicOf(const char *channel) { return String(KEY) + "/" + channel; }

void writeLamp(void *, signal_lamp lamp, bool on) { digitalWrite(PINS[lamp], on ? HIGH : LOW); }
bool readLamp(void *, signal_lamp lamp) { return digitalRead(PINS[lamp]) == HIGH; }
void sayUnlinked(void *, bool on) {
  if (UNLINKED_PIN >= 0) digitalWrite(UNLINKED_PIN, on ? HIGH : LOW);
}
void store(void *, int slot, const uint8_t record[SIGNAL_RECORD_BYTES]) {
  memory.putBytes(slot == 0 ? "a" : "b", record, SIGNAL_RECORD_BYTES);
}
void publish(void *, const char *channel, const char *payload, bool retained) {
  mqtt.publish(topicOf(channel), payload, retained, 1);
}
const signal_board BOARD = {nullptr, writeLamp, readLamp, sayUnlinked, store, publish};

// The library must not publish in here: the command waits for loop().
void onMessage(String &topic, String &payload) {
  String start = String(KEY) + "/";
  if (count == 16 || !topic.startsWith(start) || !topic.endsWith("/set")) return;
  Command &command = waiting[(first + count++) % 16];
  topic.substring(start.length(), topic.length() - 4).toCharArray(command.channel, sizeof command.channel);
  payload.toCharArray(command.payload, sizeof command.payload);
}

bool joinBroker() {
  first = count = 0;  // a command from before the cut is old
  return mqtt.connect(USERNAME, USERNAME, PASSWORD) && mqtt.subscribe(topicOf("+/set"), 1);
}

void setup() {
  uint8_t slots[SIGNAL_SLOTS][SIGNAL_RECORD_BYTES] = {};
  memory.begin("semaforo", false);
  memory.getBytes("a", slots[0], SIGNAL_RECORD_BYTES);
  memory.getBytes("b", slots[1], SIGNAL_RECORD_BYTES);
  for (int pin : PINS) pinMode(pin, OUTPUT);
  if (UNLINKED_PIN >= 0) pinMode(UNLINKED_PIN, OUTPUT);
  if (FLOAT_PIN >= 0) pinMode(FLOAT_PIN, INPUT_PULLUP);
  signal_begin(&core, &CONFIG, &BOARD, slots, millis());
  WiFi.begin("NETWORK", "PASSWORD");
  mqtt.begin(BROKER, PORT, net);
  mqtt.setOptions(30, true, 5000);  // keep alive (s), clean session, time limit (ms)
  mqtt.setWill(topicOf("status").c_str(), "offline", true, 1);
  mqtt.onMessage(onMessage);
}

void loop() {
  static unsigned long triedAt = 0;
  mqtt.loop();
  bool isLinked = mqtt.connected();
  // Also before a link that is back in the same moment: `online` is said again then.
  if (!isLinked) signal_lost(&core, millis());
  // Joining blocks: two lamps would stay lit meanwhile.
  if (!isLinked && !core.overlapping && WiFi.status() == WL_CONNECTED && millis() - triedAt >= RETRY_MS) {
    triedAt = millis();
    if (joinBroker()) signal_linked(&core, millis());
  }
  for (; count > 0; first = (first + 1) % 16, count--)
    signal_command(&core, waiting[first].channel, waiting[first].payload, millis());
  if (FLOAT_PIN >= 0) signal_float(&core, digitalRead(FLOAT_PIN) == LOW, millis());
  signal_tick(&core, millis());
  delay(10);
}
