interface Need {
  what: string;
  isHere: boolean;
  /** The variable that, when it is 1, makes a failure of what is skipped otherwise. */
  demand: string;
}

/** Tests that need something of the machine. Where it is missing they say so, or fail where it is demanded. */
export function describeWith({ what, isHere, demand }: Need, name: string, tests: () => void): void {
  if (isHere) describe(name, tests);
  else if (process.env[demand] === '1')
    describe(name, () => {
      it(`needs ${what}`, () => {
        throw new Error(`There is no ${what} on this machine, and ${demand}=1 asks for one.`);
      });
    });
  else {
    process.stderr.write(`skipped: no ${what} here (${name})\n`);
    describe.skip(`${name} (skipped: no ${what} here)`, tests);
  }
}
