<?php

declare(strict_types=1);

return (new PhpCsFixer\Config())
    ->setRules(['@PER-CS' => true, 'no_unused_imports' => true])
    ->setFinder(PhpCsFixer\Finder::create()->in(__DIR__));
