/**
 * Shows a long step on standard error, because standard output belongs to the command that runs afterwards: one line with
 * the elapsed time, which a terminal updates every second. Elsewhere, for example in CI, the line is printed at the start
 * and at the end.
 */
export function startProgress(title) {
  const started = performance.now();
  const { stderr } = process;
  const show = end => stderr.write(`${title} … ${Math.round((performance.now() - started) / 1_000)} s${end}`);
  const update = () => stderr.write(CLEAR) && show('');
  if (stderr.isTTY) show('');
  else stderr.write(`${title} …\n`);
  const timer = stderr.isTTY ? setInterval(update, 1_000) : undefined;
  return {
    /** Prints output of the step. */
    write: text => stderr.write((stderr.isTTY ? CLEAR : '') + text),
    end(isSuccessful) {
      clearInterval(timer);
      if (stderr.isTTY) stderr.write(CLEAR);
      show(isSuccessful ? '\n' : ': failed\n');
    },
  };
}

/** Returns to the start of the line and clears it. */
const CLEAR = '\r\u001b[K';
