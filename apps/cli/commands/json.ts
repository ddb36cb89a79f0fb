import { Option } from 'commander';

/** Every command takes it. */
export const json = () => new Option('--json', 'print one JSON value and nothing else');
