using System;
using System.CommandLine;

namespace ManagedCrypto.AesFile.Commands;

/// <summary>Prints a script for a shell that has it complete command lines by the program's directive <c>[suggest]</c>.</summary>
internal static class CompletionCommand
{
    /// <summary>File names are left to bash, which takes them where the program suggests nothing.</summary>
    private const string Bash = """
        _aesfile() {
            local suggestions
            suggestions=$(aesfile "[suggest:$COMP_POINT]" "$COMP_LINE" 2>/dev/null)
            mapfile -t COMPREPLY < <(compgen -W "$suggestions" -- "${COMP_WORDS[COMP_CWORD]}")
        }
        complete -o default -F _aesfile aesfile
        """;

    private const string Zsh = """
        #compdef aesfile
        _aesfile() {
            local -a suggestions
            suggestions=("${(@f)$(aesfile "[suggest:$CURSOR]" "$BUFFER" 2>/dev/null)}")
            compadd -- $suggestions
            _files
        }
        compdef _aesfile aesfile
        """;

    private const string Fish = """
        complete -c aesfile -a '(aesfile "[suggest:"(commandline -C)"]" (commandline) 2>/dev/null)'
        """;

    private const string Pwsh = """
        Register-ArgumentCompleter -Native -CommandName aesfile -ScriptBlock {
            param($word, $line, $position)
            aesfile "[suggest:$position]" "$line" 2>$null | Where-Object { $_ -like "$word*" } | ForEach-Object {
                [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
            }
        }
        """;

    public static Command Create()
    {
        var shell = new Argument<string>("SHELL") { Description = "The shell" }.AcceptOnlyFromAmong("bash", "fish", "pwsh", "zsh");
        var command = new TaughtCommand("completion", "Prints a script that has a shell complete commands and options", """
            Examples:
              eval "$(aesfile completion bash)"                                    in ~/.bashrc
              eval "$(aesfile completion zsh)"                                     in ~/.zshrc
              aesfile completion fish | source                                     in config.fish
              aesfile completion pwsh | Out-String | Invoke-Expression             in $PROFILE
            """)
        {
            shell,
        };
        command.SetAction(arguments => Console.WriteLine(arguments.GetValue(shell) switch
        {
            "bash" => Bash,
            "fish" => Fish,
            "pwsh" => Pwsh,
            _ => Zsh,
        }));
        return command;
    }
}
