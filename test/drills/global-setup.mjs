export { writeNativeModules as default } from '../support/native-modules.mjs';
