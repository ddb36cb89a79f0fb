/**
 * `node --import …/without-usage.mjs`: the product without its usage log. The product itself cannot be told so, for
 * nobody but the bench wants it.
 */
import 'reflect-metadata';
import { RecordUsage } from '#usage';

RecordUsage.prototype.observe = () => {};
