import { writeToStream } from 'mqtt-packet';

// Else the first packet makes a buffer for each of 65,536 packet identifiers: 7 MB in each thread that speaks MQTT, to
// save two bytes a message.
writeToStream.cacheNumbers = false;
