import { EXPONENT, OVERRIDES, rowOf, simulate, TENANTS } from './simulation.js';

process.stdout.write(
  `Simulation: ${TENANTS} tenants, load of rank n is 1 / n^${EXPONENT}, ${OVERRIDES} tenants placed by hand.\n\n` +
    '| placement | cells | load of the busiest cell ÷ mean | tenants of the fullest cell ÷ mean | tenants moved | load moved |\n' +
    '| --- | --- | --- | --- | --- | --- |\n' +
    `${simulate().map(rowOf).join('\n')}\n`,
);
