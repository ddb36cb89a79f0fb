export * from './1763683207000-create-kill-switch.js';
