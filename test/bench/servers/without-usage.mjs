/** `node --import …/without-usage.mjs`: disables the usage log of the product, which has no setting for it. */
import 'reflect-metadata';
import { RecordUsage } from '#usage';

RecordUsage.prototype.observe = () => {};
