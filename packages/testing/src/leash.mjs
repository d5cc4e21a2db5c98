// Preloaded (`node --import`) into a child that has an IPC channel. When the parent ends, whatever the reason, the
// child is asked to stop as by Ctrl-C.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
