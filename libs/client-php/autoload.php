<?php

/** Loads the classes of the client without Composer. */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/src/' . strtr(substr($class, strlen('Nameyard\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'Nameyard\\') && is_file($file)) {
        require $file;
    }
});
