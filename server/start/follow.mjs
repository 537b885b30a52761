// Stops the product when its launcher is gone: otherwise the product would keep running after a killed launcher and hold the
// ports. `following.mjs` also loads it into the process that the launcher hands over to.
import { readFileSync } from 'node:fs';

const intervalMs = 500;
const stop = () => process.kill(process.pid, 'SIGTERM');

/** Reads a file of /proc, which only Linux has. Returns '' elsewhere; then only the direct parent is watched. */
function fileOfProcess(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** npm runs a script by a shell, which may or may not stay between npm and this process; so the shell's parent is watched as well. */
function launchersOf(parent) {
  const isShell = /^(sh|dash|bash|ash|zsh)$/.test(fileOfProcess(parent, 'comm').trim());
  const stat = fileOfProcess(parent, 'stat');
  const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return isShell ? `${parent} ${grandparent}` : `${parent}`;
}

/**
 * Sends this process SIGTERM, which drains it, once its launcher is gone. The launcher is the process that handed over
 * to it, whose end disconnects the IPC channel, or npm, which gives no sign and is watched by process id. A launch by
 * hand is not followed: it may be meant to outlive its shell.
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
  }, intervalMs);
  watch.unref();
}
