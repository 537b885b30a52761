// A product whose launcher was killed outright would stay behind and hold the ports, so it stops when its launcher is
// gone. Also loaded by itself (`node --import`) into a process that was handed over to.
import { readFileSync } from 'node:fs';

const interval_ms = 500;
const stop = () => process.kill(process.pid, 'SIGTERM');

/** Linux only: elsewhere nothing, and then only the direct parent is watched. */
function fileOfProcess(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** npm runs a script by a shell; it depends on the shell whether that stays between npm and this process. */
function launchersOf(parent) {
  const isShell = /^(sh|dash|bash|ash|zsh)$/.test(fileOfProcess(parent, 'comm').trim());
  const stat = fileOfProcess(parent, 'stat');
  const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return isShell ? `${parent} ${grandparent}` : `${parent}`;
}

/**
 * Sends this process SIGTERM, which it drains on, once whoever launched it is gone: the process that handed over to it
 * (an IPC channel tells), or npm (nothing tells, so its process id is looked at). A launch by hand is not followed: it
 * may be meant to outlive its shell.
 */
export function followLauncher() {
  if (process.channel) {
    process.once('disconnect', stop);
    process.channel.unref();
    return;
  }
  if (!process.env.npm_lifecycle_event) return;
  const launchers = launchersOf(process.ppid);
  const watch = setInterval(() => {
    if (launchersOf(process.ppid) === launchers) return;
    clearInterval(watch);
    stop();
  }, interval_ms);
  watch.unref();
}
