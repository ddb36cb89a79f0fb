module.exports = { globalSetup: 'nameyard/jest' };
